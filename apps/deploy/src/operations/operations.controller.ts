import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminGuard, AdminName } from '#auth';
import { UuidParam } from '#http';
import { OperationResponse, operationResponse } from './operation.response.js';
import { OperationErrorsResponse, OperationListResponse, UploadResponse } from './operations.response.js';
import { OperationsService } from './operations.service.js';
import {
  StartAttributeUpdateDto,
  StartContactDisableDto,
  StartContactImportDto,
  StartSchemaChangeDto,
} from './start-operation.dto.js';

@ApiTags('admin')
@ApiBearerAuth('adminToken')
@UseGuards(AdminGuard)
@Controller('admin/v1')
export class OperationsController {
  constructor(private readonly operations: OperationsService) {}

  @Post('accounts/:accountId/contact-uploads')
  @HttpCode(200)
  @ApiOperation({ summary: 'A URL to PUT the file of a contact import to, within an hour' })
  @ApiOkResponse({ type: UploadResponse })
  prepareUpload(@Param('accountId', UuidParam) accountId: string): Promise<UploadResponse> {
    return this.operations.prepareUpload(accountId);
  }

  @Post('accounts/:accountId/operations/contact-import')
  @HttpCode(200)
  @ApiOperation({ summary: 'Start: contacts of a CSV or NDJSON file' })
  @ApiOkResponse({ type: OperationResponse })
  async startImport(
    @Param('accountId', UuidParam) accountId: string,
    @AdminName() admin: string,
    @Body() body: StartContactImportDto,
  ): Promise<OperationResponse> {
    return operationResponse(await this.operations.startImport(accountId, admin, body));
  }

  @Post('accounts/:accountId/operations/attribute-update')
  @HttpCode(200)
  @ApiOperation({ summary: 'Start: the same attributes for many contacts' })
  @ApiOkResponse({ type: OperationResponse })
  async startAttributeUpdate(
    @Param('accountId', UuidParam) accountId: string,
    @AdminName() admin: string,
    @Body() body: StartAttributeUpdateDto,
  ): Promise<OperationResponse> {
    return operationResponse(await this.operations.startAttributeUpdate(accountId, admin, body));
  }

  @Post('accounts/:accountId/operations/contact-disable')
  @HttpCode(200)
  @ApiOperation({ summary: 'Start: disable many contacts' })
  @ApiOkResponse({ type: OperationResponse })
  async startDisable(
    @Param('accountId', UuidParam) accountId: string,
    @AdminName() admin: string,
    @Body() body: StartContactDisableDto,
  ): Promise<OperationResponse> {
    return operationResponse(await this.operations.startDisable(accountId, admin, body));
  }

  @Post('accounts/:accountId/operations/schema-change')
  @HttpCode(200)
  @ApiOperation({ summary: 'Start: add attributes to the contact schema, or take them away with their values' })
  @ApiOkResponse({ type: OperationResponse })
  async startSchemaChange(
    @Param('accountId', UuidParam) accountId: string,
    @AdminName() admin: string,
    @Body() body: StartSchemaChangeDto,
  ): Promise<OperationResponse> {
    return operationResponse(await this.operations.startSchemaChange(accountId, admin, body));
  }

  @Get('accounts/:accountId/operations')
  @ApiOperation({ summary: 'The newest 100 operations of an account' })
  @ApiOkResponse({ type: OperationListResponse })
  async list(@Param('accountId', UuidParam) accountId: string): Promise<OperationListResponse> {
    return { operations: (await this.operations.list(accountId)).map(operationResponse) };
  }

  @Get('operations/:id')
  @ApiOperation({ summary: 'How far an operation is' })
  @ApiOkResponse({ type: OperationResponse })
  async get(@Param('id', UuidParam) id: string): Promise<OperationResponse> {
    return operationResponse(await this.operations.get(id));
  }

  @Get('operations/:id/errors')
  @ApiOperation({ summary: 'Refused lines of an import, the first 1,000' })
  @ApiOkResponse({ type: OperationErrorsResponse })
  async errors(@Param('id', UuidParam) id: string): Promise<OperationErrorsResponse> {
    return { errors: await this.operations.errors(id) };
  }

  @Post('operations/:id/cancel')
  @HttpCode(200)
  @ApiOperation({ summary: 'Stop an operation after its batch in hand; what it did stays done' })
  @ApiOkResponse({ type: OperationResponse })
  async cancel(@Param('id', UuidParam) id: string): Promise<OperationResponse> {
    return operationResponse(await this.operations.cancel(id));
  }
}
